"""What the press draws with: plain parts, fonts, icons, pictures."""
