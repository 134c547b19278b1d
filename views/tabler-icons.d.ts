// The icons package types only its index, not the files we load.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import { type ComponentType } from 'react';
  const Icon: ComponentType<{ size?: number; stroke?: number; className?: string; 'aria-hidden'?: true }>;
  export default Icon;
}
