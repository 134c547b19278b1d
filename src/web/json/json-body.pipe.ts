// Validates with the schema that OpenAPI is generated from.
import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import { createCommandContext, requireViewer } from '../authorization/command-sender.js';
import { parseBody } from './parse-body.js';
import { readJson } from './record-bodies.js';
import { deriveCommandId, IDEMPOTENCY_KEY } from './version-headers.js';

/** Throws `Refused` BAD_REQUEST with the schema's message. */
export class JsonBodyPipe<Schema extends z.ZodType> implements PipeTransform<unknown, z.output<Schema>> {
  /** `empty`: replaces a missing or null body. */
  constructor(
    private readonly schema: Schema,
    private readonly empty?: z.input<Schema>,
  ) {}

  transform(body: unknown): z.output<Schema> {
    return parseBody<z.output<Schema>>(
      this.schema as z.ZodType<z.output<Schema>>,
      body ?? this.empty ?? body,
    );
  }
}

/** Throws `Refused` BAD_REQUEST, also for unknown members. */
export class JsonObjectPipe<Schema extends z.ZodObject> implements PipeTransform<unknown, z.infer<Schema>> {
  constructor(private readonly schema: Schema) {}

  transform(body: unknown): z.infer<Schema> {
    return readJson(body, this.schema);
  }
}

export const ApiCommandContext = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  return createCommandContext(request, readCommandId(request));
});

/** For handlers that look something up first. */
export const MakeApiCommandContext = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  return () => createCommandContext(request, readCommandId(request));
});

/** Throws `Refused` BAD_REQUEST. undefined: none was sent. */
export const readCommandId = (request: Request): string | undefined =>
  deriveCommandId(request.get(IDEMPOTENCY_KEY), requireViewer(request));
