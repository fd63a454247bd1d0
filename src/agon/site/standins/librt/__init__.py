"""A stand-in for librt."""
