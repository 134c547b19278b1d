// Two processes on the same files.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnyProjection } from '#projections/port/projection.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { OpenGenerations } from '#projections/projector/open-generations.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { shapeOf } from './test-shapes.js';

const projection = recordsProjection as unknown as AnyProjection;
const { name, version } = projection;

describe('the generations of a process that only reads', () => {
  let here: Installation;
  let writer: OpenGenerations;
  let reader: OpenGenerations;
  const generationsOf = (readModels: ReadModels) =>
    new OpenGenerations({ projection, readModels, shapeOf, store: here.store });

  beforeEach(() => {
    here = makeInstallation();
    writer = generationsOf(here.readModels);
    reader = generationsOf(here.elsewhere());
  });
  afterEach(async () => {
    await writer.close();
    await reader.close();
    await here.end();
  });

  it('are none while nothing was built', async () => {
    expect(await reader.openToRead()).toBeUndefined();
    expect(await reader.isAnotherActive()).toBe(false);
  });

  it('are the one that is active, which stays open however often it is asked for', async () => {
    await writer.openToWrite(1);
    expect(await reader.isAnotherActive()).toBe(true);
    const served = await reader.openToRead();
    expect(await reader.isAnotherActive()).toBe(false);
    expect(await reader.openToRead()).toBe(served);
  });

  it('are another one once that is active', async () => {
    await writer.openToWrite(1);
    const served = await reader.openToRead();
    const { number } = await here.readModels.create(name, version);
    await here.readModels.activate(name, number);
    expect(await reader.isAnotherActive()).toBe(true);
    const next = await reader.openToRead();
    expect([next?.number, next === served]).toEqual([number, false]);
    expect(await reader.isAnotherActive()).toBe(false);
  });
});
