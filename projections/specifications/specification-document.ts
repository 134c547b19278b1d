// Read model `specifications`: collection `specifications`, one document per application with every version's text.
export interface SpecificationDocument {
  /** Key of the application. */
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly version: number;
  readonly versions: readonly {
    readonly version: number;
    readonly text: string;
    readonly publishedBy: string;
    readonly publishedAt: string;
  }[];
}

export const SPECIFICATIONS_COLLECTION = 'specifications';
