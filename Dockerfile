# The service as npm installs it: `npm run release -- --without-debs`, then docker build -t binnacle . (or: docker compose up, see compose.yaml)
# The workflow of a release gives the base with its digest: .github/workflows/release.yml.
ARG NODE=node:26-slim
FROM ${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile-cache
# The archive has all in the folder `package`.
ADD release/binnacle-[0-9]*.tgz /
WORKDIR /package
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/dist/server.js"]
