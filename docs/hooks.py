"""Hands the generated pages to mkdocs, which never sees a file of them on disk."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from docs.generate import navigation, pages


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill the sections of the navigation that list generated pages."""
    sections = navigation()
    for entry in config.nav or []:
        for name in entry if isinstance(entry, dict) else ():
            if name in sections:
                entry[name] = sections[name]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages to the site."""
    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    return files
