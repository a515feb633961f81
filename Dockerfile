# One file, six targets: api, web (API and web app, one origin), worker, migrate, simulator, admin.
#   docker build --target web -t abato/web:0.1.0 .
# A long-term support version; the code runs on Node.js from 20.19 on.
ARG NODE_VERSION=24.20.0

FROM node:${NODE_VERSION}-bookworm-slim AS base
WORKDIR /app

# Everything that is needed to build. The manifest comes first, so that a change of the sources does not install again.
FROM base AS sources
COPY package.json package-lock.json .npmrc ./
COPY scripts scripts
RUN node --input-type=module -e "await (await import('/app/scripts/lib/packages.mjs')).ensurePackages()"
COPY tsconfig.json tsconfig.build.json ./
COPY libs libs
COPY apps apps

# The same build as `npm start` runs. The local runner has no business on a server, the simulator gets its own image.
FROM sources AS build
RUN mv "$(node scripts/build.mjs | tail -n 1)" build && rm -rf build/apps/local

# Production dependencies only, as the lock file says. None of them needs an install script; our own libraries are part of the
# build. Not `npm ci`: it refuses a lock file that was written where the packages for other systems could not be seen.
FROM base AS modules
COPY package.json package-lock.json .npmrc ./
# The compiler comes as a peer of @nestjs/swagger, for a plugin of builds.
RUN npm install --omit=dev --no-save --ignore-scripts && rm -rf node_modules/typescript

# What every image has: no package manager, an account without rights, one folder that may be written.
FROM base AS runtime
ENV NODE_ENV=production DATA_DIR=/data METRICS_PORT=9464 METRICS_HOST=0.0.0.0
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  && install -d -o 1000 -g 1000 /data
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/build/package.json build/
COPY --from=build /app/build/node_modules build/node_modules
COPY --from=build /app/build/libs build/libs
COPY --from=build /app/build/apps/admin build/apps/admin
WORKDIR /app/build
USER 1000:1000

FROM runtime AS api
COPY --from=build /app/build/apps/api apps/api
ENV PORT=3000
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.METRICS_PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/api/src/main.js"]

FROM api AS web
COPY --from=build /app/build/apps/web apps/web

FROM runtime AS worker
COPY --from=build /app/build/apps/worker apps/worker
EXPOSE 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.METRICS_PORT + '/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/worker/src/main.js"]

FROM runtime AS migrate
HEALTHCHECK NONE
CMD ["node", "--enable-source-maps", "apps/admin/src/main.js", "migrate"]

# `docker run … abato/admin <command>`: the operators' commands.
FROM runtime AS admin
HEALTHCHECK NONE
ENTRYPOINT ["node", "--enable-source-maps", "apps/admin/src/main.js"]
CMD ["--help"]

# For development and rehearsals only: it refuses to start in production and with a live key.
FROM runtime AS simulator
COPY --from=build /app/build/apps/simulator apps/simulator
ENV NODE_ENV=development SIMULATOR_PORT=3001 SIMULATOR_HOST=0.0.0.0 SIMULATOR_DATA_FILE=/data/simulator.jsonl
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SIMULATOR_PORT + '/health/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/simulator/src/main.js"]
