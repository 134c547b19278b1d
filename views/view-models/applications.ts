// The first page.
import type { Frame } from './frame.js';

export interface ApplicationsPage {
  readonly frame: Frame;
  readonly applications: readonly {
    readonly key: string;
    readonly name: string;
    readonly summary: string;
    readonly href: string;
    readonly version: number;
    readonly records: readonly { readonly title: string; readonly count: string; readonly href: string }[];
  }[];
  readonly canPublish: boolean;
}
