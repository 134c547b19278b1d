const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A KB has 1,024 bytes. */
export function formatFileSize(bytes: number): string {
  let unit = 0;
  let amount = bytes;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || amount >= 100 || Number.isInteger(amount) ? 0 : 1;
  return bytes === 1 ? '1 byte' : `${amount.toFixed(digits)} ${UNITS[unit]}`;
}
