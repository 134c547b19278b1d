// Parses a write call; decides nothing.
import { Inject, Injectable, type PipeTransform } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import { v7 as uuid } from 'uuid';
import type { CommandContext } from '#domain/command.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { readRequestInput } from '../http/read-request-input.js';
import { createCommandContext } from '../authorization/command-sender.js';
import { readCommandId } from '../json/json-body.pipe.js';
import { readRecordWriteBody } from '../json/record-bodies.js';
import { IF_MATCH, deriveRecordId, parseIfMatch } from '../json/version-headers.js';
import { ROUTES } from '../records/route-table.js';
import { ApiRouteRequestOf, type ApiRouteRequest } from '../requests/record-request.pipe.js';
import { findApiRequest, type RecordRequest } from '../requests/record-request.js';
import {
  hideErrorsFromNonReaders,
  type RecordSubmission,
  type WriteKind,
} from '../requests/record-submission.js';

interface SubmittedWrite {
  readonly kind: WriteKind;
  readonly id: string;
  readonly context: CommandContext;
  readonly sent: RecordSubmission;
}

export interface RecordWrite extends SubmittedWrite {
  readonly about: RecordRequest;
  /** Client's network address. */
  readonly address: string;
  readonly correlationId: string;
}

@Injectable()
class RecordWritePipe implements PipeTransform<ApiRouteRequest<WriteKind>, Promise<RecordWrite>> {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
  ) {}

  /** Throws as `findApiRequest`. Validation errors are returned only to persons who may read the record. */
  async transform({ request, kind }: ApiRouteRequest<WriteKind>): Promise<RecordWrite> {
    const { queries, sources } = this;
    const input = readRequestInput(request);
    const about = await findApiRequest(input, sources.specifications, kind);
    const { id } = about.route;
    const read = () => readWrite(request, about, kind);
    const write =
      id === undefined
        ? read()
        : await hideErrorsFromNonReaders({ queries, sources, request: input }, about, id, read);
    const { client, correlationId } = input;
    return { about, ...write, address: client.address, correlationId };
  }
}

function readWrite(request: Request, { route }: RecordRequest, kind: WriteKind): SubmittedWrite {
  const commandId = readCommandId(request);
  const context = createCommandContext(request, commandId);
  const baseVersion = ROUTES[kind].api.versioned ? parseIfMatch(request.get(IF_MATCH)) : undefined;
  const { fields, id: chosen, ...rest } = readRecordWriteBody(request.body, kind);
  const id = route.id ?? chosen ?? (commandId === undefined ? uuid() : deriveRecordId(context.commandId));
  return { kind, id, context, sent: { ...rest, input: fields, baseVersion } };
}

export const RecordWriteOf = (kind: WriteKind): ParameterDecorator =>
  ApiRouteRequestOf(kind, RecordWritePipe);
