// What the thread that renders pages is told, and what it tells.
import type { PageName } from '#views/every-page.js';

export interface Told {
  readonly page: PageName;
  readonly props: unknown;
}

export type Tells = { readonly html: Uint8Array } | { readonly failed: string };
