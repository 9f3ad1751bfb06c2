"""One request with django-rest-framework-client, used as its documentation shows: METHOD PATH [JSON].

`projects/kettle/redirects/3` is `api.projects("kettle").redirects("3")`. Prints what the client answers as JSON.
"""

import json
import os
import sys

from drf_client.connection import Api
from drf_client.exceptions import HttpClientError

method, path, *body = sys.argv[1:]
api = Api(
    {
        "DOMAIN": os.environ["API_DOMAIN"],
        "API_PREFIX": "api/v3",
        "TOKEN_TYPE": "token",
        "TOKEN_FORMAT": "Token {token}",
    }
)
api.set_token(os.environ["API_TOKEN"])
resource = api
for index, part in enumerate(path.split("/")):
    resource = resource(part) if index % 2 else getattr(resource, part)
try:
    given = {"data": json.loads(body[0])} if body else {}
    print(json.dumps(getattr(resource, method)(**given)))
except HttpClientError as error:
    print(json.dumps({"status": error.response.status_code}))
