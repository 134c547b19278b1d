// Which media types a browser may display, as a picture or a document.
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** By what the bytes were found to be. SVG is not among them: it can hold scripts. */
export function displayKind(type: string): 'picture' | 'document' | undefined {
  if (PICTURES.has(type)) return 'picture';
  return type === 'application/pdf' ? 'document' : undefined;
}
