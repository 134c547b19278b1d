// What somebody decides about a rebuilt read model, for `daybook replay --accept` and `--back`: written into the log before it is done.
import type { GenerationInfo } from '#projections/port/generation.js';
import { findLogOrigin } from '#projections/projector/check-log-origin.js';
import type { AcceptedReplay } from '#projections/replay/replay-report.js';
import { findEarlierGeneration, rollBack } from '#projections/replay/replay.js';
import { AcceptReplay, RollBackProjection } from '../domain/projection/projection-commands.js';
import { CliUsageError } from './cli-usage-error.js';
import { withCount } from '#platform/with-count.js';
import { withCommandsOnly, type RunningInstallation } from './with-commands.js';

interface Decision {
  readonly accept?: boolean;
  readonly reason?: string;
  readonly as?: string;
  readonly data?: string;
}

export async function recordAcceptance(accepted: AcceptedReplay, options: Decision): Promise<void> {
  const { reason = '' } = options;
  await withCommandsOnly(
    options,
    async (work) => work.send(new AcceptReplay({ ...accepted, reason, context: await work.context() })),
    { acceptsLog: accepted.lacking !== undefined },
  );
}

/** All or none go back. Throws `CliUsageError`, `Refused`. */
export async function goBackTo(
  projections: readonly string[],
  options: Decision,
): Promise<readonly GenerationInfo[]> {
  return withCommandsOnly(options, async (work) => {
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
  if ((await findLogOrigin(store, earlier)) !== 'same')
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
      `generation ${number} of ${projection} was found to differ in ${withCount(differences, 'document')} from what the events make`,
  );
  throw new CliUsageError(
    `${all.join('; ')}. Nothing was changed. To go back to it all the same: daybook replay ${differing.map(({ projection }) => projection).join(' ')} --back --accept`,
  );
}
