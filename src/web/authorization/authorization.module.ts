// Each application that answers requests imports it: without it, every route is open.
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthorizationGuard } from './authorization.guard.js';

@Module({ providers: [{ provide: APP_GUARD, useClass: AuthorizationGuard }] })
export class AuthorizationModule {}
