"""What every game shares: states, action spaces, chance, geometry, records. Needs nothing but the standard library,
librt and mypy_extensions, and is compiled together with the games where a C compiler is found."""
