import {
  Injectable,
  Optional,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import { AnswerTools } from './answer-tools.js';
import { Answer } from './answers.js';

@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  /** Missing in a process without pages. */
  constructor(@Optional() private readonly tools?: AnswerTools) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        if (!(answer instanceof Answer)) return answer;
        await answer.send(context.switchToHttp().getResponse<Response>(), this.tools);
        return undefined;
      }),
    );
  }
}
