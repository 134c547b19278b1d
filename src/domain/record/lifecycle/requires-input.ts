import type { Action } from '#specification/model/specification.js';

export const requiresInput = ({ ask, reason, sign }: Action): boolean =>
  ask.length > 0 || reason !== 'none' || sign !== undefined;
