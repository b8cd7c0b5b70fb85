# The service with its web app: docker build -t binnacle . (or: docker compose up, see compose.yaml)
# A release gives it with its digest: .github/workflows/release.yml.
ARG NODE=node:26-slim
FROM ${NODE} AS build
WORKDIR /binnacle
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund --workspace @binnacle/web --workspace @binnacle/contract
RUN npm run build -w @binnacle/web
# Again, in place of the former: only what the service needs while it runs.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace @binnacle/server --workspace @binnacle/contract
RUN node scripts/release/build-database.ts

FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile-cache
WORKDIR /binnacle
COPY --from=build /binnacle/package.json ./
COPY --from=build /binnacle/node_modules ./node_modules
COPY --from=build /binnacle/packages/contract ./packages/contract
COPY --from=build /binnacle/apps/server ./apps/server
COPY --from=build /binnacle/apps/cli ./apps/cli
COPY --from=build /binnacle/apps/web/dist ./apps/web/dist
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
