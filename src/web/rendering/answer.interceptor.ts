// Sends what handlers return as an `Answer`.
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { concatMap, type Observable } from 'rxjs';
import { layoutWithWarnings, PageLayouts } from '../layout/page-layout.js';
import { Answer } from './answers.js';

@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(private readonly layouts: PageLayouts) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        if (!(answer instanceof Answer)) return answer;
        await answer.send(http.getResponse<Response>(), async ({ warnings, ...content }) =>
          layoutWithWarnings(this.layouts, request, content, warnings),
        );
        return undefined;
      }),
    );
  }
}
