import { Module } from '@nestjs/common';
import { Outbox } from './outbox.js';
import { ConfigurableModuleClass } from './outbox.module-definition.js';

@Module({ providers: [Outbox] })
export class OutboxModule extends ConfigurableModuleClass {}
