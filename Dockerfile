# Agon's server: docker build -t agon . && docker run -p 8000:8000 -v agon:/var/lib/agon agon
# The compiler and the sources stay behind in the first stage; the second runs as nobody in particular.

FROM python:3.13-slim-bookworm AS build
# The compiler of this Debian, whichever its point release.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /agon
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
ENV AGON_COMPILE=1 AGON_CACHE=
RUN python -m venv /opt/agon \
    && /opt/agon/bin/python -m pip install --no-cache-dir --disable-pip-version-check '.[postgres]'

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /var/lib/agon --create-home agon
COPY --from=build /opt/agon /opt/agon
ENV PATH=/opt/agon/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    AGON_DATABASE=sqlite:////var/lib/agon/agon.db
USER 10001
WORKDIR /var/lib/agon
VOLUME /var/lib/agon
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://localhost:8000/health/ready', timeout=4)"]
ENTRYPOINT ["agon"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
