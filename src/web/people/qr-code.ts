import encodeQR from 'qr';
import type { QrCodeFigure } from '#views/view-models/second-factor.js';

/** Light modules around it, so that cameras find it. */
const QUIET_ZONE = 4;

export function presentQrCode(text: string): QrCodeFigure {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size: rows.length, path };
}
