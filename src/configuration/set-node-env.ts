// Imported first. NODE_ENV=production means DAYBOOK_ENV=production: no examples, HTTPS-only cookies. Libraries always run in production mode, as React renders several times slower otherwise.
process.env['DAYBOOK_ENV'] ??= process.env['NODE_ENV'] === 'production' ? 'production' : 'development';
process.env['NODE_ENV'] = 'production';
