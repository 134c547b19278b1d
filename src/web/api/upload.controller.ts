// Uploads bytes and returns the reference that commands name them by.
import { Controller, Inject, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Refused } from '#domain/refusal.js';
import { createReason } from '#domain/create-reason.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { RefusedFile } from '#specification/field-types/uploaded-file.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Field } from '#specification/model/specification.js';
import { Workload } from '../rendering/response-workload.js';
import { json, type Answer } from '../rendering/answers.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { ApiRecordRequest } from '../requests/record-request.pipe.js';
import type { RecordRequest } from '../requests/record-request.js';
import { QueryAs } from '../requests/parameter-decorators.js';
import { Uploads } from '#command-handling/files/file-uploads.js';
import { findUploadableField } from './find-uploadable-field.js';

const UPLOAD_QUERY = z.object({ field: z.string().default(''), name: z.string().default('') });

@Workload('small')
@Controller('/api/:application/:entity/files')
export class UploadController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly uploads: Uploads,
  ) {}

  @Post()
  async take(
    @ApiRecordRequest('form') recordRequest: RecordRequest,
    @QueryAs(UPLOAD_QUERY) query: z.output<typeof UPLOAD_QUERY>,
    @Req() request: Request,
  ): Promise<Answer> {
    const field = this.requireFileField(recordRequest, query.field);
    const sent = { name: query.name, bytes: bytesOf(request) };
    // Drain the rest: clients read the response only after sending everything.
    const file = await this.uploads.receiveUpload(recordRequest, field, sent).finally(() => request.resume());
    if (file instanceof RefusedFile) {
      const { code, with: words } = file.wrong;
      const about = { with: { field: field.title, ...words }, fields: [field.key], place: field.place };
      const { specification } = recordRequest;
      const { actor } = this.rightsOf(recordRequest);
      throw new Refused([createReason({ specification, user: actor, now: this.sources.now() }, code, about)]);
    }
    const { sha256, name, type, size, stored } = file;
    return json({ reference: stored.reference, sha256, name, type, size }, { status: 201 });
  }

  private rightsOf({ specification, entity, viewer }: RecordRequest) {
    return deriveReadRights({ specification, entity, viewer, now: this.sources.now() });
  }

  /** Fields the person may never fill in are reported as unknown. */
  private requireFileField(recordRequest: RecordRequest, key: string): Field {
    const rights = this.rightsOf(recordRequest);
    const may = findUploadableField(rights, key);
    if (may) return may;
    throw createBuiltInRefusal('BAD_REQUEST', {
      why: createPhrase('why.no-file-field', { entity: recordRequest.entity.name }),
    });
  }
}

/** Ending early must not destroy the request: the error response would be lost. */
const bytesOf = (request: Request): AsyncIterable<Uint8Array> => request.iterator({ destroyOnReturn: false });
