// The icons package types only its index, not the files we load.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  /** Elements of the drawing: their names and attributes, of which `key` is React's. */
  export const __iconNode: readonly (readonly [string, Readonly<Record<string, string>>])[];
}
