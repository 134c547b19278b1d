# syntax=docker/dockerfile:1.7
# Daybook as an image: built in one stage, production dependencies in another, and only what runs in the last.
# Debian rather than Alpine: the SQLite binaries inside @photostructure/sqlite are for glibc.
#   docker build -t daybook:0.2.0-dev .
#   docker run --rm -p 127.0.0.1:3000:3000 -e DAYBOOK_SECURE=0 -v daybook:/data daybook:0.2.0-dev
# The version of Node.js is pinned by tag. Pin the digest too where your policy asks for it:
#   docker buildx imagetools inspect node:24.19.0-bookworm-slim
ARG NODE=node:24.19.0-bookworm-slim

FROM ${NODE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json bundle.js ./
COPY .ci/prune.mjs .ci/
COPY src src
COPY projections projections
COPY views views
# Without bench, which is built together with the small engines of the tests.
RUN npm run build && rm -f dist/.tsbuildinfo

FROM ${NODE} AS dependencies
WORKDIR /dependencies
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --no-audit --no-fund
# What is in dist/daybook is not needed twice.
COPY .ci/prune-packages.mjs .ci/
RUN node .ci/prune-packages.mjs .

FROM ${NODE} AS runtime
ENV NODE_ENV=production DAYBOOK_DATA=/data DAYBOOK_HOST=0.0.0.0 DAYBOOK_PORT=3000
# Nothing is installed in what runs: without npm and its kin, whose packages scanners would report.
RUN mkdir /data && chown 1000:1000 /data && chmod 700 /data \
  && rm -rf /usr/local/lib/node_modules /opt/yarn-* \
  && rm -f /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg
WORKDIR /daybook
COPY LICENSE package.json ./
COPY specifications specifications
COPY --from=dependencies /dependencies/node_modules node_modules
COPY --from=build /build/dist/daybook dist/daybook
COPY --from=build /build/dist/assets dist/assets
# For `docker exec`: the same command as everywhere, with the environment of the image and of the container.
RUN printf '#!/bin/sh\nexec node --enable-source-maps /daybook/dist/daybook/daybook.js "$@"\n' > /usr/local/bin/daybook && chmod 755 /usr/local/bin/daybook
# `node` of the base image; by number, so that whoever runs it can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Without curl. podman builds it in with `--format docker` alone. It says whether this process can do its work; nothing restarts it for being told that an engine is away.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.DAYBOOK_PORT + '/-/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "dist/daybook/daybook.js"]
CMD ["serve"]
