import { initials } from '../format.js';
import { getHueClass } from '../hue.js';

interface Props {
  readonly name: string;
  /** Applications are square, people round. */
  readonly square?: boolean;
  readonly small?: boolean;
}

export function Avatar({ name, square, small }: Props) {
  const letters = initials(name);
  const shape = `${square ? ' db-avatar-square' : ''}${small ? ' db-avatar-small' : ''}`;
  return (
    <span className={`db-avatar ${getHueClass(name)}${shape}`} aria-hidden>
      {square ? [...letters][0] : letters}
    </span>
  );
}
