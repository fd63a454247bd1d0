"""Learning minds from nothing but the rules: `agon train GAME --seats N` (pip install 'agon[learn]')."""
