import { Module } from '@nestjs/common';
import { TokensApiController } from './tokens-api.controller.js';
import { TokensController } from './tokens.controller.js';

@Module({ controllers: [TokensController, TokensApiController] })
export class TokensModule {}
