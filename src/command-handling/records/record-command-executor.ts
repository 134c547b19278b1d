import { createPhrase } from '#specification/refusal-words/phrases.js';
import { Injectable } from '@nestjs/common';
import { RecordNumberClaims } from '../claims/record-number-claims.js';
import { DailyQuotaClaims } from '../claims/daily-quota-claims.js';
import { RecordReservations } from '../claims/record-reservations.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { createPayloadHasher, createDigestFunctions } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import type { RecordDecisionContext, LookupResults } from '#domain/record/decision-context.js';
import { authorizeRecordCommand, decideRecord } from '#domain/record/decide-record.js';
import { isOpeningCommand, type RecordCommand } from '#domain/record/record-commands.js';
import type { RecordEvent, NewRecordEvents } from '#domain/record/record-events.js';
import type { OpenedRecord, RecordState } from '#domain/record/record-state.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import type { RecordRef } from '#domain/stream-names.js';
import { lookUpReferences } from './look-up-references.js';
import {
  sealUnderRecordKey,
  sealRecordEvents,
  collectUploads,
  assignFileOwners,
  type UploadKeeper,
} from './seal-record-events.js';
import {
  createBadRequestRefusal,
  findDecisionTarget,
  foldRecord,
  requireRecordRef,
  type DecisionTarget,
  type FoldedRecord,
} from '../pipeline/record-decision-target.js';
import { decideMigration } from '#domain/record/migration/migrate-record.js';
import { migrateRecord, findRecordMigration } from './migrate-record.js';
import { getRetention } from '#domain/record/erasure/retention-period.js';
import {
  countRequestedCalls,
  appendRequestedCalls,
  removeCalls,
} from '#domain/record/calls/request-calls.js';

interface DecisionState extends FoldedRecord {
  readonly reservations: RecordReservations;
}

class MigrationDue extends Error {
  override readonly name = 'MigrationDue';
}

interface RecordCommandOptions {
  readonly isHistory?: boolean;
  /** true: records the call of a historical command. */
  readonly isHistorySent?: boolean;
  readonly onDecided?: (events: NewRecordEvents) => void;
}

@Injectable()
export class RecordCommandExecutor {
  private readonly quota: DailyQuotaClaims;

  constructor(
    private readonly ports: CommandDependencies,
    private readonly numbers: RecordNumberClaims,
  ) {
    this.quota = new DailyQuotaClaims(ports);
  }

  async execute(command: RecordCommand, options: RecordCommandOptions = {}): Promise<CommandResult> {
    try {
      return await this.executeOnce(command, options);
    } catch (error) {
      if (!(error instanceof MigrationDue)) throw error;
    }
    const record = await requireRecordRef(this.ports, command);
    const published = await this.ports.specifications.current(command.data.application);
    if (published) await migrateRecord(this.ports, record, published);
    return this.executeOnce(command, options);
  }

  private async executeOnce(command: RecordCommand, options: RecordCommandOptions): Promise<CommandResult> {
    const record = await requireRecordRef(this.ports, command);
    const { context, id } = command.data;
    const isSent = sendsCalls(options, context);
    const reserved = this.prepareReservations(command, record);
    let lookUp: LookupResults | undefined;
    let [unsent, isThere] = [0, false];
    let keepUploads: UploadKeeper = async () => {};
    try {
      const written = await decideAndAppend<DecisionState, RecordEvent>(this.ports, {
        stream: record.name,
        context,
        specification: ({ reservations }) => reservations.target.specification,
        hashPayload: createPayloadHasher(this.ports, command),
        isHistory: options.isHistory ?? false,
        fold: async (events) => {
          const folded = foldRecord(id, events, getShownVersions(command));
          isThere = events.length > 0;
          const reservations = await reserved.by(folded.record);
          await this.assertMigrated(record, folded.record, reservations.target);
          return { reservations, ...folded };
        },
        authorize: ({ record, reservations }) =>
          authorizeRecordCommand(record, command, reservations.target.decisionContext),
        decide: async (running, version) => {
          const { claims, number, quota: opening, target } = running.reservations;
          lookUp ??= await this.lookUp(command, running);
          const shown = getShownStates(running, command, version);
          const decisionContext = {
            known: lookUp,
            ...shown,
            version,
            importedEvents: running.imported,
            number: await number.findExpected(command, running.record),
            digests: createDigestFunctions(this.ports.personalData),
            ...target.decisionContext,
          };
          const events = decideOnVersion(running, command, decisionContext, version);
          await claims.claim(running.record, events);
          await opening.consume(events);
          options.onDecided?.(events);
          const calling = appendRequestedCalls(running.record, events, decisionContext);
          if (!isSent) unsent = countRequestedCalls(calling);
          return isSent ? calling : removeCalls(calling);
        },
        seal: async (events, { record: before, reservations: { target } }) => {
          const of = { ref: record, entity: target.decisionContext.entity };
          const { owned, keep } = assignFileOwners(of, before, events, collectUploads(command));
          keepUploads = keep;
          return sealRecordEvents(this.findSealing(record, target), of, before, owned);
        },
        // Last, so that refusals neither commit uploads nor use up numbers.
        reserve: () => keepUploads(this.ports.files).then(() => reserved.now()!.number.take()),
      });
      await reserved.now()?.confirm();
      return unsent > 0 && !written.already ? { ...written, unsent } : written;
    } catch (error) {
      // Other errors leave open whether the events were written, so claims stay.
      if (error instanceof Refused) {
        if (isOpeningCommand(command) && !isThere) this.ports.ids.release(id, record.name);
        await reserved.now()?.release(error);
      }
      throw error;
    }
  }

  /** Throws `MigrationDue`. */
  private async assertMigrated(
    ref: RecordRef,
    record: RecordState,
    { specification: { version } }: DecisionTarget,
  ): Promise<void> {
    if (record.status !== 'opened' || record.specification >= version) return;
    const migration = await findRecordMigration(this.ports, ref, record, version);
    if (decideMigration(record, { migration, version })) throw new MigrationDue();
  }

  /** Each specification version has its own reservations. */
  private prepareReservations(command: RecordCommand, ref: RecordRef) {
    let made: RecordReservations | undefined;
    const by = async (record: RecordState): Promise<RecordReservations> => {
      if (!made) {
        const target = await findDecisionTarget(this.ports, command, ref, record);
        return (made = new RecordReservations(
          this.ports,
          { numbers: this.numbers, quota: this.quota },
          target,
          command,
        ));
      }
      if (record.status === 'opened' && record.specification > made.target.specification.version)
        throw new Refused([createBuiltInReason('UNAVAILABLE')]);
      return made;
    };
    return { by, now: () => made };
  }

  /** Due erasures destroy the record's key. */
  private findSealing(record: RecordRef, { decisionContext: { specification, entity } }: DecisionTarget) {
    const { personalData } = this.ports;
    return getRetention(specification, entity) ? sealUnderRecordKey(personalData, record) : personalData;
  }

  private async lookUp(
    command: RecordCommand,
    { record, reservations }: DecisionState,
  ): Promise<LookupResults> {
    const { target, quota: opening } = reservations;
    const links = await lookUpReferences(this.ports, command, target, record);
    const opensToday = await opening.countOthers();
    return { ...links, ...(opensToday !== undefined && { opensToday }) };
  }
}

/** The next attempt uses the current version that the conflict names. */
function decideOnVersion(
  { record }: FoldedRecord,
  command: RecordCommand,
  decisionContext: RecordDecisionContext,
  version: number,
): NewRecordEvents {
  try {
    return decideRecord(record, command, decisionContext);
  } catch (error) {
    if (!(error instanceof Refused) || !isOutdated(error)) throw error;
    throw new Refused(error.reasons, error.differences, version);
  }
}

const sendsCalls = (
  { isHistory, isHistorySent }: RecordCommandOptions,
  { effectiveAt }: CommandContext,
): boolean => isHistorySent === true || (!isHistory && effectiveAt === undefined);

const isOutdated = ({ differences, reasons }: Refused): boolean =>
  differences.length > 0 || reasons.some(({ code }) => code === 'SIGNATURE_OUTDATED');

function getShownVersions({ data }: RecordCommand): {
  readonly baseVersion?: number;
  readonly formVersion?: number;
} {
  return {
    ...('baseVersion' in data && data.baseVersion !== undefined && { baseVersion: data.baseVersion }),
    ...('formVersion' in data && data.formVersion !== undefined && { formVersion: data.formVersion }),
  };
}

/** Throws `Refused` BAD_REQUEST for unknown versions. */
function getShownStates(
  { record, baseState, formState, reservations }: DecisionState,
  command: RecordCommand,
  version: number,
): { readonly baseState?: OpenedRecord; readonly formState?: OpenedRecord } {
  const versions = getShownVersions(command);
  const missing = [
    ...(baseState ? [] : [versions.baseVersion]),
    ...(formState ? [] : [versions.formVersion]),
  ].filter((each) => each !== undefined);
  const [missingVersion] = missing;
  if (missingVersion === undefined || record.status === 'not opened')
    return { ...(baseState && { baseState }), ...(formState && { formState }) };
  throw createBadRequestRefusal(
    reservations.target.decisionContext,
    createPhrase('why.no-version', { version: String(missingVersion), latest: version }),
  );
}
