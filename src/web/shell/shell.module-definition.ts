import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { WebSettings } from './web-settings.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN: WEB_SETTINGS } =
  new ConfigurableModuleBuilder<WebSettings>().build();
