// POST /api/<application>/<Entity>/files?field=…&name=…: bytes, answered with the reference by which a command names them.
import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Refused } from '#domain/refusal.js';
import { createReason } from '#domain/refusal-reason.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { RefusedFile } from '#specification/field-types/uploaded-file.js';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import type { Field } from '#specification/model/specification.js';
import { Answers } from '../rendering/answer-kind.js';
import { readQuery } from '../addresses/page-addresses.js';
import { sendJson } from '../json/record-answers.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { apiRequest, type RecordRequest } from '../requests/record-request.js';
import { Uploads } from '#command-handling/files/uploads.js';
import { mayUpload } from './may-upload.js';

@Answers('small')
@Controller('/api/:application/:entity/files')
export class UploadController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly uploads: Uploads,
  ) {}

  @Post()
  async take(@Req() request: Request, @Res() response: Response): Promise<void> {
    const recordRequest = await apiRequest(request, this.sources.specifications, 'form');
    const query = readQuery(request);
    const field = this.fieldAsked(recordRequest, query.get('field') ?? '');
    const sent = { name: query.get('name') ?? '', bytes: bytesOf(request) };
    // Drain the rest: a client reads the answer only after it has sent everything.
    const file = await this.uploads.take(recordRequest, field, sent).finally(() => request.resume());
    if (file instanceof RefusedFile) {
      const { code, with: words } = file.wrong;
      const about = { with: { field: field.title, ...words }, fields: [field.key], place: field.place };
      const { specification } = recordRequest;
      const { actor } = this.rightsOf(recordRequest);
      throw new Refused([createReason({ specification, user: actor, now: this.sources.now() }, code, about)]);
    }
    const { sha256, name, type, size, kept } = file;
    response.status(201);
    await sendJson(response, { reference: kept.reference, sha256, name, type, size });
  }

  private rightsOf({ specification, entity, viewer }: RecordRequest) {
    return deriveReadRights({ specification, entity, viewer, now: this.sources.now() });
  }

  /** Says nothing of fields that this person may never fill in. */
  private fieldAsked(recordRequest: RecordRequest, key: string): Field {
    const rights = this.rightsOf(recordRequest);
    const may = mayUpload(rights, key);
    if (may) return may;
    throw builtInRefusal('BAD_REQUEST', {
      why: createPhrase('why.no-file-field', { entity: recordRequest.entity.name }),
    });
  }
}

/** Ending early must not destroy the request: the error answer would be lost. */
const bytesOf = (request: Request): AsyncIterable<Uint8Array> => request.iterator({ destroyOnReturn: false });
