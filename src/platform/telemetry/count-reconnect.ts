import { createCounter } from './instruments.js';

const reconnects = createCounter('daybook.engine.reconnects', {
  description: 'Connections to an engine that were given up and begun again',
});

export const countReconnect = (engine: string): void => reconnects.add(1, { 'daybook.engine': engine });
