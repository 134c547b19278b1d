import { Module } from '@nestjs/common';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { ChooseSignInRulesHandler } from './choose-sign-in-rules.handler.js';

@Module({ imports: [CommandPipelineModule], providers: [ChooseSignInRulesHandler] })
export class SignInRulesCommandsModule {}
