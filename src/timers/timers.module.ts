import { Module } from '@nestjs/common';
import { Timers } from './timers.js';
import { ConfigurableModuleClass } from './timers.module-definition.js';

@Module({ providers: [Timers] })
export class TimersModule extends ConfigurableModuleClass {}
