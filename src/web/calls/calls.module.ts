import { Module } from '@nestjs/common';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { CallsController } from './calls.controller.js';
import { MailsController } from './mails.controller.js';
import { ReceiveController } from './receive.controller.js';

@Module({
  imports: [CommandHandlingModule],
  controllers: [CallsController, MailsController, ReceiveController],
})
export class CallsModule {}
