// Comparing a large document may exceed a command's deadline.
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DocumentChecks } from '#ports/document-checks.js';
import { PublishSpecificationHandler } from '#command-handling/specifications/publish-specification.handler.js';
import { SpecificationUpgrades } from '#command-handling/specifications/specification-upgrades.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { streams } from '#domain/stream-names.js';
import { context, withPeople } from '../commands.js';
import { writing, type Writing } from '../writing.js';
import { COMMAND_TIMEOUT_MS } from '#command-handling/pipeline/command-deadline.js';

let here: Writing;
let late = 0;
const compared: string[] = [];
const slow: DocumentChecks = {
  check: async () => ({ problems: [], key: 'things', name: 'Things' }),
  compare: async () => ({}),
  conditions: async (earlier, text) => {
    late += 10 * COMMAND_TIMEOUT_MS;
    compared.push(`${earlier.at(-1)!.text} → ${text}`);
    return [];
  },
};
const publish = (text: string) =>
  new PublishSpecificationHandler(here.ports, slow, new SpecificationUpgrades(here.ports)).execute(
    new PublishSpecification({ text, context: context('root') }),
  );

beforeEach(async () => {
  here = writing();
  await withPeople(here);
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + late);
});
afterEach(() => {
  jest.restoreAllMocks();
  compared.length = 0;
});

it('when it does, then it is published all the same', async () => {
  await publish('one');
  expect(await publish('two')).toMatchObject({ version: 2, already: false });
  expect(compared).toEqual(['one → two']);
});

it('when another version came meanwhile, then it is compared with that one as well', async () => {
  await publish('one');
  const [before, meanwhile] = await Promise.all([publish('two'), publish('three')]);
  expect([before, meanwhile].map(({ version }) => version).sort()).toEqual([2, 3]);
  expect(compared.slice(0, 2)).toEqual(['one → two', 'one → three']);
  expect(compared[2]).toMatch(/^(two → three|three → two)$/);
  expect(await here.events(streams.specification('things'))).toHaveLength(3);
});
