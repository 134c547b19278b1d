const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** `type`: sniffed from the bytes. Excludes SVG, which may contain scripts. */
export function getDisplayKind(type: string): 'picture' | 'document' | undefined {
  if (PICTURES.has(type)) return 'picture';
  return type === 'application/pdf' ? 'document' : undefined;
}
