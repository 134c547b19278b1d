// The package types only its index.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  export const __iconNode: readonly (readonly [string, Readonly<Record<string, string>>])[];
}
