// Which MongoDB servers the suites of this folder run on.
import { type Engine, mongoDbThat, readModelEngines } from '#test/engines/engines.js';

export const mongoEngines = (): readonly Engine[] => [
  ...readModelEngines(),
  mongoDbThat('the small MongoDB 4.4, which keeps no moments', { wireVersion: 9 }),
];
