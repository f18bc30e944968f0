# The site in one image: see docs/operations.md. All data that it writes is in one volume.
FROM debian:trixie-slim
COPY docker/build /site/docker/build
RUN /site/docker/build system
COPY requirements.txt /site/
RUN /site/docker/build packages
COPY . /site
RUN /site/docker/build site

ENV VAR_DIR=/var/lib/cabinet-noir PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER site
WORKDIR /site
VOLUME /var/lib/cabinet-noir
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["/venv/bin/python", "-m", "installation.probe"]
ENTRYPOINT ["/site/docker/start"]
CMD ["serve", "--host", "0.0.0.0"]
