// A person or an application as a small coloured sign: an application's first letter, a person's two. The name stands beside it in words.
import { initials } from '../format.js';
import { hueClass } from '../hue.js';

interface Props {
  readonly name: string;
  /** An application is square, a person round. */
  readonly square?: boolean;
  readonly small?: boolean;
}

export function Avatar({ name, square, small }: Props) {
  const letters = initials(name);
  const shape = `${square ? ' db-avatar-square' : ''}${small ? ' db-avatar-small' : ''}`;
  return (
    <span className={`db-avatar ${hueClass(name)}${shape}`} aria-hidden>
      {square ? [...letters][0] : letters}
    </span>
  );
}
