// Threads that compute for long give way to the one that answers everybody, where a system knows priorities of threads.
import { readFileSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openDocumentChecks } from '#installation/document-checks/check-documents-in-thread.js';
import { LARGE } from '../specification/large-documents.js';

/** Of every thread of this process, sorted; proc(5): the 19th field, of which two stand before the name's end. */
const priorities = (): readonly number[] =>
  readdirSync('/proc/self/task')
    .map((thread) => readFileSync(`/proc/self/task/${thread}/stat`, 'latin1'))
    .map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]))
    .toSorted((a, b) => a - b);

const checks = openDocumentChecks();

afterEach(async () => checks.close());

// Elsewhere a thread has no priority of its own: it would be that of the whole process.
(process.platform === 'linux' ? describe : describe.skip)(
  'given a thread that computes for long (Linux)',
  () => {
    it('when it checks a large document, then it gives way, and this one does not', async () => {
      const before = getPriority();
      await checks.check(LARGE['fields']!(1_200));
      expect(getPriority()).toBe(before);
      expect(priorities().at(-1)).toBeGreaterThan(before);
    });
  },
);
