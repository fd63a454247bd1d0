"""Passkeys (WebAuthn): what a browser is asked, and whether what it answers is true."""

from __future__ import annotations

import json
from typing import Any, Final

from starlette.requests import Request
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from agon.web.address import is_address
from agon.web.errors import Refused
from agon.web.identity import Signer

PATIENCE: Final = 300  # seconds to answer
NEW: Final = "new passkey"
OLD: Final = "passkey"
WRONG: Final = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError)  # whatever the browser sent


def are_possible(request: Request) -> bool:
    """Browsers know passkeys by the name of a site; a bare address has none."""
    return not is_address(request.url.hostname or "")


def _place(request: Request) -> tuple[str, str]:
    """The name of the site, and the origin of its pages."""
    if not are_possible(request):
        raise Refused("no_passkeys")
    return request.url.hostname or "", f"{request.url.scheme}://{request.url.netloc}"


def ask_for_new(
    request: Request, signer: Signer, account: str, name: str, known: list[bytes]
) -> tuple[dict[str, Any], str]:
    """What the browser is asked to make a passkey, and a seal to be shown with its answer."""
    site, _ = _place(request)
    options = generate_registration_options(
        rp_id=site,
        rp_name="Agon",
        user_id=account.encode(),
        user_name=name,
        user_display_name=name,
        exclude_credentials=[PublicKeyCredentialDescriptor(id=credential) for credential in known],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
    )
    seal = signer.seal(NEW, [bytes_to_base64url(options.challenge), account, name])
    return json.loads(options_to_json(options)), seal


def take_new(request: Request, signer: Signer, credential: dict[str, Any], seal: str) -> tuple[str, str, Any]:
    """The account, the name and the passkey that a browser has made for it."""
    site, origin = _place(request)
    sealed = signer.unseal(NEW, seal, PATIENCE)
    if sealed is None:
        raise Refused("passkey_failed")
    challenge, account, name = sealed
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site,
            expected_origin=origin,
        )
    except WRONG as error:
        raise Refused("passkey_failed") from error
    return account, name, made


def ask_for_old(request: Request, signer: Signer) -> tuple[dict[str, Any], str]:
    """What the browser is asked to show a passkey, whosever it is."""
    site, _ = _place(request)
    options = generate_authentication_options(rp_id=site)
    return json.loads(options_to_json(options)), signer.seal(OLD, [bytes_to_base64url(options.challenge)])


def credential_id(credential: dict[str, Any]) -> bytes:
    """Which passkey the browser shows."""
    try:
        return base64url_to_bytes(credential["rawId"])
    except WRONG as error:
        raise Refused("passkey_failed") from error


def check_old(request: Request, signer: Signer, credential: dict[str, Any], seal: str, public: bytes, uses: int) -> int:
    """Whether the browser holds the passkey that it shows; returns how often the device says it was used."""
    site, origin = _place(request)
    sealed = signer.unseal(OLD, seal, PATIENCE)
    if sealed is None:
        raise Refused("passkey_failed")
    try:
        shown = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(sealed[0]),
            expected_rp_id=site,
            expected_origin=origin,
            credential_public_key=public,
            credential_current_sign_count=uses,
        )
    except WRONG as error:
        raise Refused("passkey_failed") from error
    return int(shown.new_sign_count)
