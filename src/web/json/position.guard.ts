import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { waitForPosition } from './position-header.js';

@Injectable()
export class PositionGuard implements CanActivate {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: Pick<QueryDependencies, 'readModels'>) {}

  /** Throws as `waitForPosition`. */
  async canActivate(context: ExecutionContext): Promise<true> {
    await waitForPosition(context.switchToHttp().getRequest<Request>(), this.sources.readModels);
    return true;
  }
}
