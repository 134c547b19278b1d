import type { GenerationInfo } from '#projections/port/generation.js';
import { matchLogOfGeneration } from '#projections/projector/match-log-of-generation.js';
import type { AcceptedGenerationSwitch } from '#projections/replay/replay-report.js';
import { findEarlierGeneration, rollBack } from '#projections/replay/replay.js';
import { AcceptReplay, RollBackProjection } from '../domain/projection/projection-commands.js';
import { CliUsageError } from './cli-usage-error.js';
import { formatCount } from '#platform/format-count.js';
import { withInstallationWithoutProjector, type RunningInstallation } from './with-installation.js';

interface Decision {
  readonly accept?: boolean;
  readonly reason?: string;
  readonly as?: string;
  readonly data?: string;
}

export async function recordReplayAcceptance(
  accepted: AcceptedGenerationSwitch,
  options: Decision,
): Promise<void> {
  const { reason = '' } = options;
  await withInstallationWithoutProjector(
    options,
    async (work) => work.send(new AcceptReplay({ ...accepted, reason, context: await work.context() })),
    { acceptsLog: accepted.lacking !== undefined },
  );
}

/** All or none. Throws `CliUsageError`, `Refused`. */
export async function rollBackProjections(
  projections: readonly string[],
  options: Decision,
): Promise<readonly GenerationInfo[]> {
  return withInstallationWithoutProjector(options, async (work) => {
    const { readModels } = work.installation;
    const earlier: GenerationInfo[] = [];
    for (const name of projections) earlier.push(await mustHaveEarlier(work, name));
    if (!options.accept) mustNotDiffer(earlier);
    const done: GenerationInfo[] = [];
    for (const { projection, number: to, differences = 0 } of earlier) {
      const from = (await readModels.active(projection))?.number ?? 0;
      const { reason = '' } = options;
      const context = await work.context();
      await work.send(new RollBackProjection({ projection, from, to, differences, reason, context }));
      done.push(await rollBack(readModels, projection));
    }
    return done;
  });
}

async function mustHaveEarlier({ installation }: RunningInstallation, name: string): Promise<GenerationInfo> {
  const { readModels, store } = installation;
  const earlier = await findEarlierGeneration(readModels, name);
  if (!earlier)
    throw new CliUsageError(`there is no earlier generation of ${name} to go back to. Nothing was changed.`);
  if ((await matchLogOfGeneration(store, earlier)) !== 'same')
    throw new CliUsageError(
      `generation ${earlier.number} of ${name} was made from other events than the log has now. Nothing was changed.`,
    );
  return earlier;
}

function mustNotDiffer(earlier: readonly GenerationInfo[]): void {
  const differing = earlier.filter(({ differences = 0 }) => differences > 0);
  const [first] = differing;
  if (!first) return;
  const all = differing.map(
    ({ projection, number, differences = 0 }) =>
      `generation ${number} of ${projection} was found to differ in ${formatCount(differences, 'document')} from what the events make`,
  );
  throw new CliUsageError(
    `${all.join('; ')}. Nothing was changed. To go back to it all the same: daybook replay ${differing.map(({ projection }) => projection).join(' ')} --back --accept`,
  );
}
