// Data folders that earlier versions have written, opened by this one.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { findEventType } from '#domain/event-types.js';
import { findDryRunDifferences } from '../projections/dry-run-differences.js';
import type { Daybook } from '../web/daybook.js';
import { collectAnswers, type Answers } from './answers.js';
import { findLost, readKeptAnswers } from './kept-answers.js';
import { KEPT, unpackFolder } from './kept-folder.js';
import { openForAnswers } from './opened-folder.js';
import { raiseVersions } from './raise-versions.js';

/** Texts that this version words otherwise than the one that kept them. */
const REWORDED: ReadonlyMap<string, string> = new Map();

const VERSIONS = readdirSync(KEPT);

describe.each(VERSIONS)('given a data folder that Daybook %s has written', (version) => {
  const { at, head, answers: before } = readKeptAnswers(join(KEPT, version, 'answers.json.br'));
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'daybook-kept-'))) as [string, string];
  let upgraded: Daybook;
  let answers: Answers;

  beforeAll(async () => {
    unpackFolder(version, folders[0]);
    unpackFolder(version, folders[1]);
    upgraded = await openForAnswers(folders[0], at);
    answers = await collectAnswers(upgraded);
  }, 300_000);

  afterAll(async () => {
    await upgraded.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it('when it is opened, then every event has a type and a shape of today', async () => {
    const { store } = upgraded.installation;
    const unknown = new Set<string>();
    for await (const batch of store.all(0)) {
      for (const { type } of batch) if (!findEventType(type)) unknown.add(type);
      if (batch.at(-1)!.position >= head) break;
    }
    expect([...unknown]).toEqual([]);
  });

  it('when it is opened, then no read model fails, and a replay finds no difference', async () => {
    const health = await upgraded.installation.projections.health();
    expect(health.filter(({ state, failedDocuments }) => state === 'failed' || failedDocuments > 0)).toEqual(
      [],
    );
    expect(upgraded.installation.healthIssues.all()).toEqual([]);
    expect(await findDryRunDifferences(upgraded.installation)).toEqual([]);
  }, 120_000);

  it('when its pages are opened, then each is still there, with every value that it had', () => {
    const lost = Object.entries(before).flatMap(([path, { status, values = [] }]) => {
      const now = answers.get(path);
      if (now?.status !== status) return [`${path}: ${status} is ${now?.status}`];
      const shown = new Set(now.values);
      const isShown = (text: string) => shown.has(text) || shown.has(REWORDED.get(text) ?? text);
      return values.filter((text) => !isShown(text)).map((text) => `${path}: ${text}`);
    });
    expect(lost).toEqual([]);
  });

  it('when programs ask, then they are answered with all that they were answered before', () => {
    const lost = Object.entries(before).flatMap(([path, { json }]) =>
      json === undefined ? [] : findLost(json, answers.get(path)?.json).map((each) => `${path} ${each}`),
    );
    // Exports, which are among the pages, are events.
    expect(lost.filter((each) => !each.includes('/api/-/changes .upTo: '))).toEqual([]);
  });

  it('when a projection has the version that the folder was written with, then its read model is not rebuilt', async () => {
    const generations = await upgraded.installation.readModels.generations();
    for (const { name, version: today } of allProjections) {
      const active = generations.find(({ projection, state }) => projection === name && state === 'active')!;
      expect([name, active.version]).toEqual([name, today]);
      const [first] = generations.filter(({ projection }) => projection === name);
      if (first!.version === today) expect([name, active.number]).toEqual([name, first!.number]);
    }
  });

  it('when every projection has a newer version, then all read models are rebuilt, and pages and answers are the same to the letter', async () => {
    const lower = raiseVersions();
    try {
      const rebuilt = await openForAnswers(folders[1], at);
      const others = await collectAnswers(rebuilt);
      const generations = await rebuilt.installation.readModels.generations();
      await rebuilt.close();
      const active = generations.filter(({ state }) => state === 'active');
      expect(active.map(({ projection, version: built }) => [projection, built]).sort()).toEqual(
        allProjections.map((each) => [each.name, each.version]).sort(),
      );
      expect([...others.keys()]).toEqual([...answers.keys()]);
      const different = [...others].flatMap(([path, { status, body }]) => {
        const here = answers.get(path)!;
        return here.status === status && here.body === body
          ? []
          : [describeDifference(path, here.body, body)];
      });
      expect(different).toEqual([]);
    } finally {
      lower();
    }
  }, 300_000);
});

function describeDifference(path: string, before: string, after: string): string {
  const at = [...before].findIndex((letter, index) => letter !== after[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  return `${path}: ${around(before)}\n≠ ${around(after)}`;
}
