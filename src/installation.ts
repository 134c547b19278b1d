// Everything one Daybook keeps open while it works: engines, projections, and the look-ups over them.
import { allProjections, fixedShapes } from '../projections/all-projections.js';
import type { ReadModels } from '../projections/read-model.js';
import { startProjections, type RunningProjections } from '../projections/running-projections.js';
import { recordShapes } from './record-shapes.js';
import { replaceDamaged } from './replace-damaged.js';
import type { Clock, Lookups } from './command-handling/ports.js';
import type { Configuration } from './configuration.js';
import { openEventStore, openPersonal, openReadModels } from './engines.js';
import type { EventStore } from './event-store/event-store.js';
import type { PersonalData } from './event-store/personal-data/personal-data.js';
import { lookups } from './query-handling/lookups.js';
import {
  publishedSpecifications,
  type PublishedSpecifications,
} from './query-handling/published-specifications.js';

export interface Installation {
  readonly configuration: Configuration;
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly projections: RunningProjections;
  readonly personal: PersonalData;
  readonly specifications: PublishedSpecifications;
  readonly lookups: Lookups;
  readonly clock: Clock;
  /** Read models whose files were damaged, and are built anew. */
  readonly rebuilding: readonly string[];
  close(): Promise<void>;
}

/** Resolves once the read models can serve pages. Throws the engines' errors, which say what to do. */
export async function openInstallation(
  configuration: Configuration,
  clock: Clock = () => new Date().toISOString(),
): Promise<Installation> {
  const store = await openEventStore(configuration);
  const personal = await openPersonal(configuration);
  const readModels = await openReadModels(configuration);
  const rebuilding = await replaceDamaged(readModels, allProjections);
  const shapes = recordShapes();
  const projections = await startProjections({
    store,
    readModels,
    projections: allProjections,
    shapeOf: (projection, collection) => fixedShapes[projection] ?? shapes.of(collection),
    clock,
  });
  const specifications = publishedSpecifications(projections);
  const stopReshaping = await keepInShape(projections, specifications, shapes);
  return {
    configuration,
    store,
    readModels,
    projections,
    personal,
    specifications,
    lookups: lookups(projections, personal),
    clock,
    rebuilding,
    async close() {
      stopReshaping();
      specifications.close();
      await projections.stop();
      await readModels.close();
      await store.close();
      await personal.close();
    },
  };
}

/** A newly published version may list, filter and sort by other columns. */
async function keepInShape(
  projections: RunningProjections,
  specifications: PublishedSpecifications,
  shapes: ReturnType<typeof recordShapes>,
): Promise<() => void> {
  const reshape = async () => {
    if (shapes.learn(await specifications.all())) await projections.reshape();
  };
  await reshape();
  return projections.onWritten(({ projection }) => {
    // Trouble with an index shows in the health of the projection, and a page is at worst slow.
    if (projection === 'specifications') void reshape().catch(() => {});
  });
}
