// Access control lists, as tried on 23.10.7.

export type Deed = 'read' | 'write' | 'read metadata';

export interface Access {
  /** `$all`: the log; no stream: any stream of applications. */
  forbid(deed: Deed, stream?: string): void;
  /** Everything, to everyone. */
  allow(): void;
  may(deed: Deed, stream: string): boolean;
}

export function createAccess(): Access {
  const forbidden: { readonly deed: Deed; readonly stream: string | undefined }[] = [];
  return {
    forbid: (deed, stream) => void forbidden.push({ deed, stream }),
    allow: () => void forbidden.splice(0),
    may: (deed, stream) =>
      !forbidden.some((each) => each.deed === deed && (each.stream ?? anyOf(stream)) === stream),
  };
}

/** Rules for application streams do not apply to the log. */
const anyOf = (stream: string) => (stream === '$all' ? undefined : stream);
