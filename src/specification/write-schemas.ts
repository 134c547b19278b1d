// npm run schemas: writes docs/schema.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSectionSchemas } from './json-schema.js';

const FOLDER = 'docs/schema';

mkdirSync(FOLDER, { recursive: true });
for (const [name, content] of createSectionSchemas()) writeFileSync(join(FOLDER, name), content);
