import { type Compiled, compileInto } from '../event-store/sqlite/start-process.js';

const SOURCES = ['src/event-store', 'src/domain', 'src/specification', 'projections', 'test/projections'];

/** The scripts in test/projections/processes. */
export const compileProjectionProcesses = (folder: string): Compiled =>
  compileInto(folder, { sources: SOURCES, scripts: 'test/projections/processes' });
