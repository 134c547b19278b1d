// `@Body(new JsonBodyPipe(schema))`: the JSON body as the schema reads it; the description of the API is made from the same schema.
import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import { createCommandContext } from '../authorization/commands.js';
import { parseBody } from './parse-body.js';
import { readJson } from './record-bodies.js';
import { commandIdIn } from './version-headers.js';

/** Refuses with BAD_REQUEST in the words of the schema. */
export class JsonBodyPipe<Schema extends z.ZodType> implements PipeTransform<unknown, z.output<Schema>> {
  /** `empty`: what a request without a body, or with null, stands for. */
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

/** Refuses with BAD_REQUEST, and names members that the schema does not have. */
export class JsonObjectPipe<Schema extends z.ZodObject> implements PipeTransform<unknown, z.infer<Schema>> {
  constructor(private readonly schema: Schema) {}

  transform(body: unknown): z.infer<Schema> {
    return readJson(body, this.schema);
  }
}

/** The context of the command that a call sends, with the id that its `Idempotency-Key` stands for. */
export const ApiContext = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  return createCommandContext(request, commandIdIn(request));
});
