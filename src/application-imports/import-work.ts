// Checks and imports uploaded archives, one after the other. The same import is behind `daybook import-application`.
import type { CommandBus } from '@nestjs/cqrs';
import { sendCommand } from '#command-handling/send-command.js';
import { Refused } from '#domain/refusal.js';
import { AdapterError, type AdapterErrorKind } from '#platform/adapter-error.js';
import type { BackgroundWork, LeasedRun } from '../background/background-worker.js';
import type { Installation } from '../installation/installation.js';
import { ArchiveRefused } from '../application-archive/archive-refused.js';
import type { ArchiveReader } from '../application-archive/archive-reader.js';
import { readPeople } from '../application-archive/check-target.js';
import {
  importApplication,
  type ImportedApplication,
  type ImportProgress,
} from '../application-archive/import-application.js';
import { createImportTarget } from '../application-archive/import-target.js';
import type { MatchedPerson } from '../application-archive/match-people.js';
import { toCommandReason } from '../application-archive/refusal-words/archive-reason.js';
import {
  RUNNING_PHASES,
  type ApplicationImport,
  type ImportProblem,
  type ImportReport,
  type ReportedPerson,
} from './application-import.js';
import type { ApplicationImports } from './application-imports.js';

/** For what other processes asked for. */
const LOOK_EVERY_MS = 2_000;
const SAVE_PROGRESS_EVERY_MS = 500;
const WAIT_FOR_PROJECTIONS_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** An archive holds personal data, so that it does not lie around. */
const KEEP_UNUSED_MS = 7 * DAY_MS;

/** The same later may work. */
const TRANSIENT: readonly AdapterErrorKind[] = ['unavailable', 'disk full', 'rebuilding', 'takes too long'];

/** The process stops, or another one has the lease: the import goes on later, where it is. */
class ImportInterrupted extends Error {}

export class ImportWork implements BackgroundWork {
  readonly leaseName = 'application-imports';
  readonly failureNotice = {
    issueKey: 'application imports',
    summary: 'Uploaded archives are not imported',
    consequence: 'It goes on by itself once that is over.',
  };

  constructor(
    private readonly imports: ApplicationImports,
    private readonly installation: Installation,
    private readonly bus: CommandBus,
  ) {}

  async prepare(): Promise<void> {
    await this.imports.removeOrphans();
  }

  async run(turn: LeasedRun): Promise<number> {
    for (const each of await this.imports.list()) {
      if (turn.isStopped()) break;
      if (RUNNING_PHASES.includes(each.phase)) await this.work(each, turn);
      else if (each.phase === 'uploading') await this.imports.breakOffAbandoned(each);
      else if (this.isUnused(each)) await this.imports.discard(each.id);
    }
    turn.failureReporter.reportSuccess();
    return LOOK_EVERY_MS;
  }

  private isUnused({ changedAt, key, isBegun, phase }: ApplicationImport): boolean {
    const isWaiting = phase === 'broken' || (key !== null && !isBegun);
    return isWaiting && Date.parse(changedAt) + KEEP_UNUSED_MS < Date.parse(this.installation.clock());
  }

  private async work(upload: ApplicationImport, turn: LeasedRun): Promise<void> {
    const report = await this.imports.report(upload);
    let archive: ArchiveReader | undefined;
    try {
      archive = await this.imports.open(upload);
      const imported = await this.import(archive, upload, { report, turn });
      await this.saveOutcome(upload, report, imported);
    } catch (error) {
      if (error instanceof ImportInterrupted) return;
      if (error instanceof AdapterError && TRANSIENT.includes(error.kind)) throw error;
      const isRefused = error instanceof ArchiveRefused || error instanceof Refused;
      const people = report.people.length > 0 ? report.people : await listPeople(archive);
      await this.imports.saveReport(upload, { ...report, people, problems: listProblems(error) });
      await this.imports.change(upload.id, RUNNING_PHASES, (before) => ({
        ...before,
        phase: isRefused ? 'refused' : 'failed',
        progress: null,
      }));
    } finally {
      archive?.close();
    }
  }

  private async import(
    archive: ArchiveReader,
    { id, phase, actor, sameIds }: ApplicationImport,
    { report, turn }: { readonly report: ImportReport; readonly turn: LeasedRun },
  ): Promise<ImportedApplication> {
    const { projections } = this.installation;
    const target = createImportTarget(this.installation, {
      send: async (command) => sendCommand(this.bus, command),
      waitForProjections: async (position) => {
        while (!(await projections.waitFor(position, WAIT_FOR_PROJECTIONS_MS)))
          if (turn.isStopped()) throw new ImportInterrupted();
      },
    });
    const recorder = new ProgressRecorder(async (progress) =>
      this.imports.change(id, RUNNING_PHASES, (before) => ({ ...before, progress })),
    );
    const { store } = target;
    try {
      return await importApplication(
        archive,
        {
          ...target,
          store: {
            read: store.read.bind(store),
            append: async (...args) => {
              if (!(await turn.mayWrite())) throw new ImportInterrupted();
              return store.append(...args);
            },
          },
        },
        {
          table: report.rows,
          sameIds,
          dryRun: phase === 'checking',
          context: { actor, commandId: id, correlationId: id },
          onProgress: (progress) => {
            if (turn.isStopped()) throw new ImportInterrupted();
            recorder.note(progress);
          },
        },
      );
    } finally {
      await recorder.stop();
    }
  }

  private async saveOutcome(
    upload: ApplicationImport,
    report: ImportReport,
    { people, events, timers, calls, already }: ImportedApplication,
  ): Promise<void> {
    const isOver = upload.phase === 'importing' || already;
    await this.imports.saveReport(upload, {
      ...report,
      people: already ? report.people : people.map(describeMatched),
      problems: [],
    });
    await this.imports.change(upload.id, RUNNING_PHASES, (before) => ({
      ...before,
      phase: isOver ? 'done' : 'checked',
      progress: null,
      ...(isOver && {
        key: null,
        outcome: { events, timers, calls, newPeople: people.filter(({ isNew }) => isNew).length, already },
      }),
    }));
    if (isOver) await this.imports.removeBytes(upload.id);
  }
}

/** Saves the latest progress now and then. */
class ProgressRecorder {
  private latest: ImportProgress | undefined;
  private saving: Promise<unknown> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(save: (progress: ImportProgress) => Promise<void>) {
    const saveLatest = () => {
      const { latest } = this;
      this.latest = undefined;
      // Without it, the page shows the progress before.
      if (latest) this.saving = this.saving.then(async () => save(latest)).catch(() => {});
    };
    this.timer = setInterval(saveLatest, SAVE_PROGRESS_EVERY_MS).unref();
  }

  note(progress: ImportProgress): void {
    this.latest = progress;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.saving;
  }
}

function listProblems(error: unknown): readonly ImportProblem[] {
  if (error instanceof ArchiveRefused) return error.reasons;
  if (error instanceof Refused) return error.reasons.map(toCommandReason);
  return (error instanceof Error ? error.message : String(error)).split('\n');
}

const describeMatched = ({ archived, id, isNew, namesake }: MatchedPerson): ReportedPerson => ({
  ...archived,
  here: id,
  isNew,
  hasNamesake: namesake !== undefined,
});

/** For the table, where nobody could be matched. */
async function listPeople(archive: ArchiveReader | undefined): Promise<readonly ReportedPerson[]> {
  try {
    const people = archive ? await readPeople(archive) : [];
    return people.map((archived) => ({ ...archived, here: null, isNew: false, hasNamesake: false }));
  } catch (error) {
    if (error instanceof ArchiveRefused) return [];
    throw error;
  }
}
